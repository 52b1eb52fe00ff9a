// The rules on the options page: all of them, and the form for a new one.
import { Card } from './card';
import { RuleForm } from './rule-form';
import { RuleTable } from './rule-table';
import { useRules } from './use-rules';

export function RulesCard({ isConnected }: { isConnected: boolean }) {
  const { rules, fault, add, remove } = useRules(isConnected);
  return (
    <Card id="rules" title="Rules">
      {!isConnected && <p class="detail">Start Tabwright to see your rules.</p>}
      <p class="fault" role="alert">
        {fault}
      </p>
      {rules && (
        <>
          <RuleTable rules={rules} onRemove={remove} />
          <RuleForm onAdd={add} />
        </>
      )}
    </Card>
  );
}
