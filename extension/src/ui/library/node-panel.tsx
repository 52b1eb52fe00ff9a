// What is known of a person, a thing or a topic: its pages, its neighbours, its other names, and what may be the same.
import type { Ref } from 'preact';
import { useState } from 'preact/hooks';
import { pagesOf } from '../../knowledge/describe';
import { describeEntityKind } from '../../library/describe-page';
import { shortDay } from '../../library/days';
import { pagePath } from '../../library/route';
import { NO_SEARCH } from '../../library/search-state';
import { askWorker } from '../../messages';
import { sanitize } from '../../policy/sanitize';
import type { GraphNode, GraphNodeView, GraphOf, MergedName } from '../../wire';
import { ShapeIcon } from '../graph/shape-icon';
import { Bones, Fault } from './bones';
import { useLibrary } from './context';
import { titleOf } from './hit';
import { TextButton } from './text-button';
import { useRequest } from './use-request';

const PAGES_SHOWN = 5;
const NEIGHBOURS_SHOWN = 10;
const NAME_CHARS_MAX = 60;
const REASON_CHARS_MAX = 120;

interface Props {
  of: GraphOf;
  /** The selected node, where the map shows it. */
  node: GraphNode | undefined;
  selected: string | undefined;
  headingRef: Ref<HTMLHeadingElement>;
  onSelect: (id: string) => void;
  onExpand: (id: string) => void;
  /** Names have become one, or two again. */
  onMerged: () => void;
}

export function NodePanel(props: Props) {
  const { node, selected, headingRef, onExpand } = props;
  if (selected === undefined) {
    return (
      <section class="card node-panel" aria-label="Selected">
        <p class="detail">
          Select something on the map or in the list to see its pages and neighbours.
        </p>
      </section>
    );
  }
  if (node?.kind === 'community') {
    return (
      <section class="card node-panel" aria-label="Selected">
        <h2 ref={headingRef} tabIndex={-1}>
          <ShapeIcon community={node.community} />
          <bdi>{sanitize(node.label, NAME_CHARS_MAX)}</bdi>
        </h2>
        <p class="detail">A group of names that pages mention together.</p>
        <div class="buttons">
          <button
            type="button"
            class="primary"
            onClick={() => {
              onExpand(node.id);
            }}
          >
            Open the group
          </button>
        </div>
      </section>
    );
  }
  return <NodeDetails key={selected} {...props} id={selected} />;
}

function NodeDetails({ of, node, id, headingRef, ...props }: Props & { id: string }) {
  const { onSelect, onExpand, onMerged } = props;
  const { go } = useLibrary();
  const { value, fault, retry } = useRequest(JSON.stringify([of, id]), () =>
    askWorker('getGraphNode', { of, node: id }),
  );
  const label = sanitize(value?.label ?? node?.label ?? '', NAME_CHARS_MAX);
  const changed = () => {
    retry();
    onMerged();
  };
  return (
    <section class="card node-panel" aria-label="Selected">
      <h2 ref={headingRef} tabIndex={-1}>
        {node && <ShapeIcon community={node.community} />}
        <bdi>{label}</bdi>
      </h2>
      {fault !== undefined && <Fault text={fault} onRetry={retry} />}
      {!value && fault === undefined && <Bones what="what is known of it" lines={3} />}
      {value && (
        <>
          <p class="detail">
            {describeEntityKind(value.kind)}, {pagesOf(value.pagesTotal)}
          </p>
          <div class="buttons">
            <button
              type="button"
              class="primary"
              onClick={() => {
                const filter = of === 'entities' ? { entity: value.label } : { topic: value.label };
                go('search', { search: { ...NO_SEARCH, ...filter } });
              }}
            >
              Show pages
            </button>
            <button
              type="button"
              onClick={() => {
                onExpand(id);
              }}
            >
              Walk from here
            </button>
          </div>
          <details class="node-more">
            <summary>Pages and neighbours</summary>
            <NodePages value={value} />
            <Neighbours value={value} onSelect={onSelect} />
          </details>
          <OtherNames value={value} onChanged={changed} />
        </>
      )}
    </section>
  );
}

function NodePages({ value: { pages, pagesTotal } }: { value: GraphNodeView }) {
  if (pages.length === 0) return null;
  return (
    <ul class="small node-list" aria-label="Pages">
      {pages.slice(0, PAGES_SHOWN).map((page) => (
        <li key={page.id}>
          <a href={pagePath(page.id)}>
            <bdi>{titleOf(page)}</bdi>
          </a>
          <span class="detail">, {shortDay(page.lastVisitMs, new Date())}</span>
        </li>
      ))}
      {pagesTotal > PAGES_SHOWN && (
        <li class="detail">and {(pagesTotal - PAGES_SHOWN).toLocaleString('en')} more</li>
      )}
    </ul>
  );
}

interface NeighboursProps {
  value: GraphNodeView;
  onSelect: (id: string) => void;
}

function Neighbours({ value: { neighbours }, onSelect }: NeighboursProps) {
  if (neighbours.length === 0) return null;
  return (
    <ul class="small node-list" aria-label="Neighbours">
      {neighbours.slice(0, NEIGHBOURS_SHOWN).map(({ id, label, pages, relations }) => (
        <li key={id}>
          <TextButton
            onPress={() => {
              onSelect(id);
            }}
          >
            {sanitize(label, NAME_CHARS_MAX)}
          </TextButton>
          <span class="detail">
            {' '}
            {relations.length > 0 && `${sanitize(relations.join(', '), REASON_CHARS_MAX)}, `}
            {pagesOf(pages)}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface NamesProps {
  value: GraphNodeView;
  onChanged: () => void;
}

/** Two names become one, and can be two again. */
function OtherNames({ value, onChanged }: NamesProps) {
  const [said, setSaid] = useState<{ text: string; isFault: boolean }>();
  const attempt = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      setSaid({ text: done, isFault: false });
      onChanged();
    } catch (error) {
      setSaid({ text: error instanceof Error ? error.message : String(error), isFault: true });
    }
  };
  const { id: into, merged, candidates } = value;
  const undo = ({ merge, name }: MergedName) => {
    void attempt(
      () => askWorker('undoMerge', { merge }),
      `${nameOf(name)} stands by itself again.`,
    );
  };
  return (
    <>
      {merged.length > 0 && (
        <ul class="small node-list" aria-label="Other names">
          {merged.map((one) => (
            <li key={one.merge}>
              also <bdi>{nameOf(one.name)}</bdi>{' '}
              <TextButton
                onPress={() => {
                  undo(one);
                }}
              >
                Undo
              </TextButton>
            </li>
          ))}
        </ul>
      )}
      {candidates.length > 0 && (
        <details class="node-more">
          <summary>May be the same ({candidates.length})</summary>
          <ul class="small node-list">
            {candidates.map(({ id: from, label, reason }) => (
              <li key={from} class="candidate">
                <span class="grow">
                  <bdi>{nameOf(label)}</bdi>{' '}
                  <span class="detail">{sanitize(reason, REASON_CHARS_MAX)}</span>
                </span>
                <button
                  type="button"
                  onClick={() => {
                    void attempt(
                      () => askWorker('mergeNames', { from, into }),
                      `${nameOf(label)} is now another name of it.`,
                    );
                  }}
                >
                  Same<span class="unseen"> as {nameOf(label)}</span>
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
      <p class={said?.isFault ? 'fault' : 'done'} role="status">
        {said?.text}
      </p>
    </>
  );
}

function nameOf(name: string): string {
  return sanitize(name, NAME_CHARS_MAX);
}
