import { Text } from "@mantine/core";

/** A name in its own script, with its A-label form if that differs. */
export function DomainName({ name, unicodeName }: { name: string; unicodeName: string }) {
  return (
    <>
      {unicodeName}
      {name === unicodeName ? null : (
        <Text component="span" display="block" size="xs" c="dimmed" ff="monospace">
          {name}
        </Text>
      )}
    </>
  );
}
