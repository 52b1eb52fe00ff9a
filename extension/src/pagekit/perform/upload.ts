// Giving files to a file input, or dropping them where files are taken.
import type { FileContent } from '../../wire';
import type { KitContext } from '../context';
import { describe } from '../dom/facts';
import type { Fit } from '../ready/ready';
import { Refusal } from '../refusal';
import { tellChange, tellInput } from './commit';
import { dropFiles } from './drop';

export async function upload(
  { window }: KitContext,
  { element, point }: Fit,
  contents: FileContent[],
): Promise<void> {
  const transfer = new DataTransfer();
  for (const content of contents) transfer.items.add(fileOf(content));
  if (!(element instanceof HTMLInputElement) || element.type !== 'file') {
    await dropFiles(window, point, transfer);
    return;
  }
  if (element.disabled) throw new Refusal('disabled', `${describe(element)} is disabled`);
  if (contents.length > 1 && !element.multiple) {
    throw new Refusal(
      'badArguments',
      `${describe(element)} takes one file, not ${contents.length}`,
    );
  }
  element.files = transfer.files;
  if (element.files.length !== contents.length) {
    throw new Refusal('noEffect', `${describe(element)} did not take the files`);
  }
  tellInput(element);
  tellChange(element);
}

function fileOf({ name, mimeType, base64 }: FileContent): File {
  let binary: string;
  try {
    binary = atob(base64);
  } catch {
    throw new Refusal('badArguments', `the content of "${name}" is not base64`);
  }
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return new File([bytes], name, { type: mimeType });
}
