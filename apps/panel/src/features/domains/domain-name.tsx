import { Text } from "@mantine/core";
import { AddressText } from "@/ui/values/address-text.tsx";

/** A name in its own script, with its A-label form if that differs. */
export function DomainName({ name, unicodeName }: { name: string; unicodeName: string }) {
  return (
    <>
      <AddressText>{unicodeName}</AddressText>
      {name === unicodeName ? null : (
        <Text component="span" display="block" size="xs" c="dimmed" ff="monospace">
          <AddressText>{name}</AddressText>
        </Text>
      )}
    </>
  );
}
