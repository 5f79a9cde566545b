import { Text } from "@mantine/core";

/** Tells endpoints of the same name apart. */
export function IdEnd({ idEnd }: { idEnd?: string }) {
  return idEnd === undefined ? null : (
    <>
      {" "}
      <Text component="span" size="xs" c="dimmed" ff="monospace">
        {idEnd}
      </Text>
    </>
  );
}
