// A letter in a colour of its own beside the name of a site. No icon is fetched: that would tell the site.

const COLORS = 6;

export function SiteMark({ site }: { site: string }) {
  const letter = Array.from(site.replace(/^[^\p{L}\p{N}]+/u, ''))[0] ?? '?';
  return (
    <span
      class="site-mark"
      aria-hidden="true"
      style={{ background: `var(--group-${colorOf(site)})` }}
    >
      {letter.toUpperCase()}
    </span>
  );
}

function colorOf(site: string): number {
  let sum = 0;
  for (const character of site) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return (sum % COLORS) + 1;
}
