// @ts-check
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startProgram } from '../start.mjs';
import { check, click, press, read, see, select, type, waitText } from '../steps.mjs';

const SITES = new URL('../sites', import.meta.url).pathname;

/** @param {import('../run.mjs').World} world */
function django({ folder, data, env }) {
  const settings = {
    DJANGO_SETTINGS_MODULE: 'library.settings',
    DJANGO_SUPERUSER_PASSWORD: 'correct horse',
    PYTHONPATH: SITES,
    PYTHONDONTWRITEBYTECODE: '1',
  };
  const options = { cwd: data, env: { ...env, ...settings } };
  const program = [join(folder, 'venv/bin/python'), '-m', 'django'];
  const say = async (/** @type {string[]} */ ...args) =>
    (await promisify(execFile)(program[0], [...program.slice(1), ...args], options)).stdout;
  return { program, options, say };
}

/** @type {import('../run.mjs').Application} */
export default {
  name: 'django-admin',
  packages: { pip: ['django==5.2.19'] },
  async start(world) {
    const { program, options, say } = django(world);
    await say('migrate', '--run-syncdb');
    await say('createsuperuser', '--noinput', '--username', 'ada', '--email', 'ada@example.org');
    const place = `127.0.0.1:${world.port}`;
    const command = [...program, 'runserver', '--noreload', place];
    return startProgram(command, { url: `http://${place}/admin/`, ...options });
  },
  steps: [
    type('label=Username', 'ada'),
    type('label=Password', 'correct horse'),
    click('role=button:Log in'),
    click(/link "Authors" \| \[\d+\] link "Add"/),
    type('label=Name', 'Mary Shelley'),
    click(/button "Save"/),
    waitText('was added successfully'),
    click(/link "Tags" \| \[\d+\] link "Add"/),
    type('label=Name', 'Gothic', { submit: true }),
    click(/link "Books"( current)? \| \[\d+\] link "Add"/),
    type('label=Title', 'Frankenstein'),
    select('label=Author', 'Mary Shelley'),
    select('label=Format', 'Paperback'),
    click('role=link:Today', { tells: /textbox "Published:" value="\d{4}-\d\d-\d\d"/ }),
    type('label=Price', '12.50'),
    check('label=In print'),
    select(/listbox "Available tags/, 'Gothic'),
    click('role=button:Choose selected tags'),
    see(/listbox "Chosen tags [^\n]*\{Gothic\}/),
    type('label=Notes', 'First line\n  Second line'),
    click(/button "Save"/),
    read('tables', /Frankenstein.*Mary Shelley.*12\.50.*\[x\]/s),
    type(/spinbutton[^\n]*value="12.50"/, '9.99'),
    click(/button "Save"/),
    waitText('1 book was changed successfully'),
  ],
  async check(world) {
    const [book, ...others] = JSON.parse(await django(world).say('dumpdata', 'library.book'));
    const { published, ...fields } = book.fields;
    assert.equal(others.length, 0);
    assert.match(published, /^\d{4}-\d\d-\d\d$/);
    assert.deepEqual(fields, {
      title: 'Frankenstein',
      author: 1,
      format: 'p',
      price: '9.99',
      in_print: true,
      notes: 'First line\r\n  Second line',
      tags: [1],
    });
  },
};
