// Which entries of the log are shown. Enter, leaving a field and the button all look again.
import { useState } from 'preact/hooks';
import { NO_FILTER, type ActivityFilter } from '../policy/activity';
import { OUTCOME_NAMES, OUTCOMES } from '../policy/describe';
import { ChoiceField, TextField } from './fields';

interface Props {
  onChange: (filter: ActivityFilter) => void;
}

export function ActivityFilterForm({ onChange }: Props) {
  const [filter, setFilter] = useState(NO_FILTER);
  const text = (name: 'client' | 'site' | 'words', label: string) => (
    <TextField
      label={label}
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
      {text('client', 'Client')}
      {text('site', 'Site')}
      <ChoiceField
        label="Outcome"
        value={filter.outcome}
        none="any"
        choices={OUTCOMES.map((outcome) => [outcome, OUTCOME_NAMES[outcome]])}
        onChoose={(outcome) => {
          setFilter({ ...filter, outcome });
          onChange({ ...filter, outcome });
        }}
      />
      {text('words', 'Text')}
      <button type="submit">Refresh</button>
    </form>
  );
}
