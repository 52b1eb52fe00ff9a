// What is remembered and what is not, and how it is forgotten: the same settings as in the options.
import { MemoryView } from '../memory-section';
import { useKnowledge } from '../use-knowledge';
import { useLibrary } from './context';

export function PrivacyView() {
  const { refreshStats, isConnected } = useLibrary();
  return (
    <div class="section">
      <div>
        <h1 tabIndex={-1}>Privacy</h1>
        <p class="lead">
          What Tabwright remembers of the pages you read. It stays on this computer, and your agents
          see it only where you let them.
        </p>
      </div>
      {isConnected ? (
        <Settings onForgotten={refreshStats} />
      ) : (
        <p>Start Tabwright to see what it remembers.</p>
      )}
    </div>
  );
}

function Settings({ onForgotten }: { onForgotten: () => void }) {
  const knowledge = useKnowledge();
  return (
    <MemoryView
      knowledge={{
        ...knowledge,
        async change(change) {
          await knowledge.change(change);
          onForgotten();
        },
        async forget(what) {
          const forgotten = await knowledge.forget(what);
          onForgotten();
          return forgotten;
        },
      }}
    />
  );
}
