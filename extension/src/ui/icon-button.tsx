// A button that shows only an icon; its label is read aloud and shown as a tooltip.
import { Icon, type IconName } from './icon';

interface Props {
  icon: IconName;
  label: string;
  /** A disabled button would lose the keyboard's focus, so it is marked instead. */
  isUnavailable?: boolean;
  onPress: () => void;
}

export function IconButton({ icon, label, isUnavailable = false, onPress }: Props) {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      aria-disabled={isUnavailable}
      onClick={() => {
        if (!isUnavailable) onPress();
      }}
    >
      <Icon name={icon} />
    </button>
  );
}
