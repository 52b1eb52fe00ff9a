// The filter of the log. Pressing Enter, leaving a field and the button all load the log again.
import { useState } from 'preact/hooks';
import { NO_FILTER, type ActivityFilter } from '../policy/activity';
import { OUTCOME_NAMES, OUTCOMES } from '../policy/describe';
import { ChoiceField, TextField } from './fields';

interface Props {
  onChange: (filter: ActivityFilter) => void;
}

export function ActivityFilterForm({ onChange }: Props) {
  const [filter, setFilter] = useState(NO_FILTER);
  const text = (name: 'client' | 'site' | 'words', label: string, placeholder: string) => (
    <TextField
      label={label}
      placeholder={placeholder}
      value={filter[name]}
      onInput={(value) => {
        setFilter({ ...filter, [name]: value });
      }}
      onSettled={() => {
        onChange(filter);
      }}
    />
  );

  return (
    <form
      class="filter"
      role="search"
      aria-label="Activity"
      onSubmit={(event) => {
        event.preventDefault();
        onChange(filter);
      }}
    >
      {text('words', 'Contains', 'Any text')}
      {text('client', 'Who', 'Anyone')}
      {text('site', 'Site', 'Any site')}
      <ChoiceField
        label="Result"
        value={filter.outcome}
        none="Any result"
        choices={OUTCOMES.map((outcome) => [outcome, OUTCOME_NAMES[outcome]])}
        onChoose={(outcome) => {
          setFilter({ ...filter, outcome });
          onChange({ ...filter, outcome });
        }}
      />
      <button type="submit">Refresh</button>
    </form>
  );
}
