// A button that reads like a link, in the middle of a text.

interface Props {
  onPress: () => void;
  children: string;
}

export function TextButton({ onPress, children }: Props) {
  return (
    <button type="button" class="text-button" onClick={onPress}>
      <bdi>{children}</bdi>
    </button>
  );
}
