// The options page: a navigation, and the section that the address names.
import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ConnectionState } from '../../connection/state';
import { pathOf } from '../../pages';
import { AboutSection } from '../../ui/about-section';
import { ActivitySection } from '../../ui/activity-section';
import { Card } from '../../ui/card';
import { ConnectionSection } from '../../ui/connection-section';
import { ConnectionStatus } from '../../ui/connection-status';
import { ConnectionView } from '../../ui/connection-view';
import { Icon, type IconName } from '../../ui/icon';
import { mount } from '../../ui/mount';
import { MemorySection } from '../../ui/memory-section';
import { ModelsSection } from '../../ui/models-section';
import '../../ui/shell.css';
import '../../ui/memory.css';
import '../../ui/options.css';
import { PermissionsSection } from '../../ui/permissions-section';
import { RulesSection } from '../../ui/rules-section';
import { useConnection } from '../../ui/use-connection';

interface Section {
  /** The part of the address after `#`. */
  id: string;
  name: string;
  icon: IconName;
  lead: string;
  /** What is shown in place of the section while there is no connection, if it needs one. */
  offline?: string;
  Body: ComponentType<{ state: ConnectionState }>;
}

/** The first one is shown when the address names none. */
const SECTIONS: readonly [Section, ...Section[]] = [
  {
    id: 'connection',
    name: 'Connection',
    icon: 'plug',
    lead: 'How this browser reaches Tabwright on your computer.',
    Body: ConnectionSection,
  },
  {
    id: 'rules',
    name: 'Rules',
    icon: 'shield',
    lead: 'What agents and scripts may do in this browser.',
    offline: 'Start Tabwright to see your rules.',
    Body: RulesSection,
  },
  {
    id: 'models',
    name: 'Models',
    icon: 'chip',
    lead: 'Language models that Tabwright can ask. Their keys stay on your computer.',
    offline: 'Start Tabwright to see your models.',
    Body: ModelsSection,
  },
  {
    id: 'memory',
    name: 'Memory',
    icon: 'book',
    lead: 'What Tabwright remembers of the pages you read.',
    offline: 'Start Tabwright to see what it remembers.',
    Body: MemorySection,
  },
  {
    id: 'activity',
    name: 'Activity',
    icon: 'clock',
    lead: 'What agents, scripts and you did through Tabwright.',
    offline: 'Start Tabwright to see activity.',
    Body: ActivitySection,
  },
  {
    id: 'permissions',
    name: 'Permissions',
    icon: 'lock',
    lead: 'What Chrome lets this extension do, and why it needs that.',
    Body: PermissionsSection,
  },
  {
    id: 'about',
    name: 'About',
    icon: 'info',
    lead: 'Versions and ids, for instance for a bug report.',
    Body: AboutSection,
  },
];

function Options() {
  const state = useConnection();
  const heading = useRef<HTMLHeadingElement>(null);
  const section = useSection(() => heading.current?.focus());
  if (!state) return null;
  const { id, name, lead, offline, Body } = section;

  return (
    <div class="app">
      <button type="button" class="skip primary" onClick={() => heading.current?.focus()}>
        Skip to the section
      </button>
      <nav class="side" aria-label="Options">
        <p class="brand">
          <img src="/icon/48.png" alt="" width="26" height="26" />
          <span>Tabwright options</span>
        </p>
        <ul>
          {SECTIONS.map((one) => (
            <li key={one.id}>
              <a
                href={`#${one.id}`}
                title={one.name}
                aria-current={one.id === id ? 'page' : undefined}
              >
                <Icon name={one.icon} />
                <span>{one.name}</span>
              </a>
            </li>
          ))}
        </ul>
        <a class="side-library" href={pathOf('library')} target="_blank" title="Library">
          <Icon name="book" />
          <span>Library</span>
        </a>
        <ConnectionStatus state={state} />
      </nav>
      <main>
        <div class="section" key={id}>
          <div>
            <h1 ref={heading} tabIndex={-1}>
              {name}
            </h1>
            <p class="lead">{lead}</p>
          </div>
          {offline === undefined || state.kind === 'connected' ? (
            <Body state={state} />
          ) : (
            <>
              <p>{offline}</p>
              <Card>
                <ConnectionView state={state} />
              </Card>
            </>
          )}
        </div>
      </main>
    </div>
  );
}

/** The section that the address names. `onChange` runs when the person has gone to another one. */
function useSection(onChange: () => void): Section {
  const [section, setSection] = useState(sectionInAddress);
  useEffect(() => {
    document.title = `${section.name} · Tabwright options`;
  }, [section]);
  useEffect(() => {
    const onHashChange = () => {
      setSection(sectionInAddress);
      window.scrollTo(0, 0);
      // After the new section is rendered, so that the focus goes to its heading.
      requestAnimationFrame(onChange);
    };
    window.addEventListener('hashchange', onHashChange);
    return () => {
      window.removeEventListener('hashchange', onHashChange);
    };
  }, [onChange]);
  return section;
}

function sectionInAddress(): Section {
  return SECTIONS.find(({ id }) => id === location.hash.slice(1)) ?? SECTIONS[0];
}

mount(Options);
