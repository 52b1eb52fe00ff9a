// For tests: one snapshot of a page, as lines.
import type { FrameSnapshot, FrameSnapshotParams } from '../../wire';
import type { KitPage } from './test-env';

type Frame = Parameters<KitPage['ask']>[2];

export async function snapshotLines(
  page: KitPage,
  params: Partial<FrameSnapshotParams> = {},
  frame?: Frame,
): Promise<FrameSnapshot & { lines: string[] }> {
  const snapshot = await page.ask(
    'snapshot',
    { id: 1, mode: 'full', charsMax: 20_000, ...params },
    frame,
  );
  return { ...snapshot, lines: snapshot.text.split('\n') };
}

/** Without numbers and marks, so that a test can say what it expects. */
export function withoutNumbers(lines: readonly string[]): string[] {
  return lines.map((line) => line.replace(/\*?(?<!\\)\[\d+\]/g, '[]'));
}
