// Options: all rules, and the form for a new one.
import { RuleForm } from './rule-form';
import { RuleTable } from './rule-table';
import { useRules } from './use-rules';

export function RulesSection() {
  const { rules, fault, add, remove } = useRules(true);
  return (
    <>
      <p class="fault" role="alert">
        {fault}
      </p>
      {rules && (
        <>
          <RuleTable rules={rules} onRemove={remove} />
          <RuleForm onAdd={add} />
        </>
      )}
    </>
  );
}
