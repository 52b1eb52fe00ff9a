// The ways through the library: at the side with their counts, as icons, or as tabs at the bottom, by width.
import type { ConnectionState } from '../../connection/state';
import { SECTIONS, type Section } from '../../library/route';
import { pathOf } from '../../pages';
import type { KnowledgeSettings, KnowledgeStats } from '../../wire';
import { ConnectionStatus } from '../connection-status';
import { Icon, type IconName } from '../icon';

export const SECTION_NAMES: Record<Section, string> = {
  search: 'Search',
  pages: 'Pages',
  names: 'People and things',
  topics: 'Topics',
  import: 'Import',
  privacy: 'Privacy',
  statistics: 'Statistics',
  more: 'More',
};

const ICONS: Record<Section, IconName> = {
  search: 'search',
  pages: 'doc',
  names: 'graph',
  topics: 'topics',
  import: 'import',
  privacy: 'shield',
  statistics: 'chart',
  more: 'more',
};

const COUNTS: Partial<Record<Section, 'pages' | 'entities' | 'topics'>> = {
  pages: 'pages',
  names: 'entities',
  topics: 'topics',
};

/** What a narrow page has no room for is behind More. */
const NARROW: ReadonlySet<Section> = new Set(['search', 'pages', 'names', 'topics', 'more']);
const FIRST_OF_YOURS: Section = 'import';

interface Props {
  /** Undefined while a page is read. */
  section: Section | undefined;
  stats: KnowledgeStats | undefined;
  settings: KnowledgeSettings | undefined;
  state: ConnectionState;
  onKeys: () => void;
}

export function Navigation({ section, stats, settings, state, onKeys }: Props) {
  return (
    <nav class="side" aria-label="Library">
      <p class="brand">
        <img src="/icon/48.png" alt="" width="26" height="26" />
        <span>Library</span>
      </p>
      <ul>
        {SECTIONS.map((name) => (
          <Item
            key={name}
            name={name}
            isHere={name === section}
            isBehindMore={section !== undefined && !NARROW.has(section)}
            stats={stats}
          />
        ))}
        <li class="hide-phone">
          <a href={pathOf('options')} target="_blank" title="Options">
            <Icon name="sliders" />
            <span>Options</span>
          </a>
        </li>
      </ul>
      <div class="side-end">
        <button type="button" class="quiet side-keys" onClick={onKeys} title="Keys">
          <kbd aria-hidden="true">?</kbd>
          <span>Keys</span>
        </button>
        <ConnectionStatus state={state} />
        {settings && (
          <p class="status">
            <span>{remembering(settings)}</span>
          </p>
        )}
      </div>
    </nav>
  );
}

interface ItemProps {
  name: Section;
  isHere: boolean;
  /** The section that is shown has no tab of its own on a narrow page. */
  isBehindMore: boolean;
  stats: KnowledgeStats | undefined;
}

function Item({ name, isHere, isBehindMore, stats }: ItemProps) {
  const counted = COUNTS[name];
  const isCurrent = isHere || (name === 'more' && isBehindMore);
  const classes = [
    name === 'more' && 'only-phone',
    !NARROW.has(name) && 'hide-phone',
    name === FIRST_OF_YOURS && 'side-gap',
  ];
  return (
    <li class={classes.filter(Boolean).join(' ')}>
      <a
        href={`#${name}`}
        title={SECTION_NAMES[name]}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <Icon name={ICONS[name]} />
        <span class="side-name">{name === 'names' ? <NamesLabel /> : SECTION_NAMES[name]}</span>
        {counted !== undefined && stats && (
          <span class="side-count">{stats[counted].toLocaleString('en')}</span>
        )}
      </a>
    </li>
  );
}

/** Three words have no room in a tab. */
function NamesLabel() {
  return (
    <>
      <span class="hide-phone">{SECTION_NAMES.names}</span>
      <span class="only-phone">Map</span>
    </>
  );
}

/** What the tabs of a narrow page leave out. */
export function MoreView() {
  const rest = SECTIONS.filter((name) => !NARROW.has(name));
  return (
    <div class="section">
      <h1 tabIndex={-1}>More</h1>
      <ul class="card more-list">
        {rest.map((name) => (
          <li key={name}>
            <a href={`#${name}`}>
              <Icon name={ICONS[name]} />
              {SECTION_NAMES[name]}
            </a>
          </li>
        ))}
        <li>
          <a href={pathOf('options')} target="_blank">
            <Icon name="sliders" />
            Options
          </a>
        </li>
      </ul>
    </div>
  );
}

function remembering({ automatic, pausedUntilMs = 0 }: KnowledgeSettings): string {
  if (!automatic) return 'Remembering is off';
  return pausedUntilMs > Date.now() ? 'Remembering is paused' : 'Remembering pages you read';
}
