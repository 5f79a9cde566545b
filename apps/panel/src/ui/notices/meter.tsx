import { Progress } from "@mantine/core";

/** A bar with the used share of a total, labeled for screen readers. */
export function Meter(props: { label: string; value: number; max: number; text: string }) {
  const { label, value, max, text } = props;
  const share = max === 0 ? 0 : (100 * value) / max;
  return (
    <Progress.Root size={8} radius="xl" bg="var(--zp-surface-quiet)">
      <Progress.Section
        value={share}
        color={share >= 100 ? "var(--zp-bad-fill)" : share >= 80 ? "var(--zp-warn-fill)" : "accent"}
        aria-label={label}
        aria-valuetext={text}
      />
    </Progress.Root>
  );
}
