// The name of the chat. It opens the list of all chats, with search, and what can be done with this one.
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { TaskChat } from '../chats/task-chat';
import type { ChatSession, ExportedSession, ExportFormat, RunState } from '../wire';
import { Icon } from './icon';
import { IconButton } from './icon-button';
import { useWatched } from './use-watched';

const NEW_CHAT = 'New chat';
const SEARCH_MS = 150;

export function ChatMenu({ chat }: { chat: TaskChat }) {
  const id = useId();
  const { session } = useWatched(chat);
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  return (
    <>
      <h1 class="chat-name">
        <button
          ref={opener}
          type="button"
          class="quiet"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => {
            setOpen(!isOpen);
          }}
        >
          <bdi class="cut">{session === undefined ? NEW_CHAT : titleOf(session)}</bdi>
          <Icon name="down" />
        </button>
      </h1>
      {isOpen && <ChatList id={id} chat={chat} current={session} onClose={close} />}
    </>
  );
}

interface ListProps {
  id: string;
  chat: TaskChat;
  current: ChatSession | undefined;
  onClose: () => void;
}

function ChatList({ id, chat, current, onClose }: ListProps) {
  const [query, setQuery] = useState('');
  const [sessions, setSessions] = useState<readonly ChatSession[]>();
  const [deleting, setDeleting] = useState<string>();
  const search = useRef<HTMLInputElement>(null);

  useEffect(() => {
    search.current?.focus();
  }, []);
  useEffect(() => {
    let isStale = false;
    const look = () =>
      chat.search(query.trim()).then(
        (found) => {
          if (!isStale) setSessions(found);
        },
        () => {
          if (!isStale) setSessions([]);
        },
      );
    const timer = setTimeout(() => void look(), query === '' ? 0 : SEARCH_MS);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [chat, query, current]);

  return (
    <section
      id={id}
      class="chat-list"
      aria-label="Chats"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onClose();
      }}
    >
      <input
        ref={search}
        type="search"
        value={query}
        placeholder="Search chats…"
        aria-label="Search chats"
        onInput={({ currentTarget }) => {
          setQuery(currentTarget.value);
        }}
      />
      <p class="detail" role="status">
        {sessions?.length === 0 && (query === '' ? 'No chats yet. Hand over a task.' : 'No match.')}
      </p>
      <ul>
        {sessions?.map((session) => (
          <li key={session.id}>
            {deleting === session.id ? (
              <DeleteChat
                session={session}
                onKeep={() => {
                  setDeleting(undefined);
                }}
                onDelete={() => {
                  setDeleting(undefined);
                  setSessions(sessions.filter(({ id: other }) => other !== session.id));
                  void chat.remove(session.id);
                }}
              />
            ) : (
              <>
                <button
                  type="button"
                  class="quiet grow"
                  aria-current={session.id === current?.id}
                  onClick={() => {
                    chat.open(session);
                    onClose();
                  }}
                >
                  <bdi class="cut grow">{titleOf(session)}</bdi>
                  <span class="detail">{stateOf(session)}</span>
                </button>
                <IconButton
                  icon="trash"
                  label={`Delete “${titleOf(session)}”`}
                  onPress={() => {
                    setDeleting(session.id);
                  }}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      {current && <RenameChat key={current.id} title={titleOf(current)} onRename={chat.rename} />}
      {current && (
        <div class="chat-export" role="group" aria-label="Save this chat as a file">
          <span class="grow">Save this chat</span>
          {FORMATS.map(([format, name]) => (
            <button
              key={format}
              type="button"
              onClick={() => {
                void chat.exportAs(format).then(saveFile);
              }}
            >
              {name}
            </button>
          ))}
        </div>
      )}
    </section>
  );
}

interface DeleteProps {
  session: ChatSession;
  onKeep: () => void;
  onDelete: () => void;
}

function DeleteChat({ session, onKeep, onDelete }: DeleteProps) {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    keep.current?.focus();
  }, []);
  return (
    <div class="chat-delete" role="group" aria-label={`Delete “${titleOf(session)}”?`}>
      <span class="grow">Delete it with all that was said?</span>
      <button ref={keep} type="button" onClick={onKeep}>
        Keep
      </button>
      <button type="button" class="danger" onClick={onDelete}>
        Delete
      </button>
    </div>
  );
}

interface RenameProps {
  title: string;
  onRename: (title: string) => Promise<void>;
}

function RenameChat({ title, onRename }: RenameProps) {
  const [text, setText] = useState(title);
  return (
    <form
      class="chat-rename"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') void onRename(text.trim());
      }}
    >
      <input
        value={text}
        maxLength={60}
        aria-label="Name of this chat"
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
        }}
      />
      <button type="submit" aria-disabled={text.trim() === '' || text.trim() === title}>
        Rename
      </button>
    </form>
  );
}

const FORMATS: [ExportFormat, string][] = [
  ['markdown', 'Markdown'],
  ['json', 'JSON'],
];

/** As the browser saves any file. */
function saveFile(file: ExportedSession | undefined) {
  if (!file) return;
  const url = URL.createObjectURL(new Blob([file.text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = file.fileName;
  link.click();
  URL.revokeObjectURL(url);
}

const STATES: Record<RunState, string> = {
  running: 'working',
  waiting: 'waits for you',
  paused: 'paused',
  finished: 'done',
  failed: 'failed',
  stopped: 'stopped',
};

function stateOf({ run }: ChatSession): string {
  return run ? STATES[run.state] : '';
}

function titleOf({ title }: ChatSession): string {
  return title === '' ? NEW_CHAT : title;
}
