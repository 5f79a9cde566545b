import type { MailAliasPatch } from "@zonepost/schema";
import type { FormSchema, OutputOf } from "@/ui/form/use-form.ts";

/** Splits addresses that were typed or pasted, one per line or separated as in a mail program. */
export const splitAddresses = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[\n,;]/)
      .map((part) => (/<([^<>]+)>\s*$/.exec(part)?.[1] ?? part).trim())
      .filter((address) => address !== ""),
  ),
];

/** Names the address in each message about `toAddresses`, because one field holds them all. */
export const namingAddresses = <Schema extends FormSchema>(schema: Schema): FormSchema<OutputOf<Schema>> => ({
  safeParse(input) {
    const result = (schema as FormSchema<OutputOf<Schema>>).safeParse(input);
    if (result.success) {
      return result;
    }
    const { toAddresses } = input as MailAliasPatch;
    const issues = result.error.issues.map(({ path, message }) => {
      const address =
        path[0] === "toAddresses" && typeof path[1] === "number" ? toAddresses[path[1]] : undefined;
      return { path, message: address === undefined ? message : `${address}: ${message}` };
    });
    return { success: false, error: { issues } };
  },
});
