import { type MailAliasPatch, mailAliasPatch } from "@zonepost/schema";
import type { FormSchema } from "@/ui/form/use-form.ts";

/** Splits addresses that were typed or pasted, one per line or separated as in a mail program. */
export const splitAddresses = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[\n,;]/)
      .map((part) => (/<([^<>]+)>\s*$/.exec(part)?.[1] ?? part).trim())
      .filter((address) => address !== ""),
  ),
];

/** Names the address in each message, because one field holds them all. */
export const addressesSchema: FormSchema<MailAliasPatch> = {
  safeParse(input) {
    const result = mailAliasPatch.safeParse(input);
    if (result.success) {
      return result;
    }
    const { toAddresses } = input as MailAliasPatch;
    const issues = result.error.issues.map(({ path, message }) => {
      const address = typeof path[1] === "number" ? toAddresses[path[1]] : undefined;
      return { path, message: address === undefined ? message : `${address}: ${message}` };
    });
    return { success: false, error: { issues } };
  },
};
