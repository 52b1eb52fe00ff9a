import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { ConsoleMessage } from '../console.js';
import { Browser, BrowserContext } from '../context.js';
import { Dialog } from '../dialog.js';
import { Download } from '../download.js';
import { expect, ResponseMatchers } from '../expect/expect.js';
import { LocatorMatchers, PageMatchers } from '../expect/retrying.js';
import { LaterMatchers, PollMatchers, ValueMatchers } from '../expect/values.js';
import { Frame, FrameLocator } from '../frames.js';
import { ElementHandle } from '../handle.js';
import { Keyboard } from '../keyboard.js';
import { Locator } from '../locator.js';
import { namesOf } from '../missing.js';
import { Mouse } from '../mouse.js';
import { Request, Response } from '../network.js';
import { Page } from '../page.js';
import { Pdf, Picture } from '../picture.js';
import { run } from './bed/bed.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const TYPES = here('../../../../../docs/execute.d.ts');
const ts = createRequire(here('../../../../../extension/package.json'))('typescript');

const CLASSES = {
  Page,
  Frame,
  FrameLocator,
  Locator,
  ElementHandle,
  PageKeyboard: Keyboard,
  PageMouse: Mouse,
  BrowserContext,
  Browser,
  NetworkRequest: Request,
  NetworkResponse: Response,
  Dialog,
  Download,
  ConsoleMessage,
  Picture,
  Pdf,
  LocatorMatchers,
  PageMatchers,
  ValueMatchers,
  LaterMatchers,
  PollMatchers,
  ResponseMatchers,
};

const program = ts.createProgram([TYPES, here('./sample/sample.ts')], {
  strict: true,
  noEmit: true,
  types: [],
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
});
const checker = program.getTypeChecker();
const declared = program.getSourceFile(TYPES).statements;

function typeNames(name) {
  const found = declared.find((one) => ts.isInterfaceDeclaration(one) && one.name.text === name);
  assert.ok(found, `the types have no ${name}`);
  return checker
    .getTypeAtLocation(found)
    .getProperties()
    .map((property) => property.name);
}

test('the types and a script of the usual kind are accepted', () => {
  const told = ts.getPreEmitDiagnostics(program).map(({ messageText, start, file }) => {
    const line = file?.getLineAndCharacterOfPosition(start).line + 1;
    return `${file?.fileName}:${line} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
  assert.deepEqual(told, []);
});

test('every public name is in the types, and every name of the types is there', () => {
  for (const [name, Class] of Object.entries(CLASSES)) {
    const names = namesOf(Object.create(Class.prototype)).filter((one) => one !== 'toString');
    assert.deepEqual(typeNames(name).sort(), [...new Set(names)].sort(), name);
  }
  assert.deepEqual(typeNames('Expect').sort(), Object.keys(expect).sort());
});

test('every name that a script sees is declared', () => {
  const names = declared.flatMap((one) => {
    if (ts.isVariableStatement(one))
      return one.declarationList.declarations.map(({ name }) => name.text);
    return ts.isFunctionDeclaration(one) ? [one.name.text] : [];
  });
  assert.deepEqual(names.sort(), Object.keys(run()).sort());
});
