import "server-only";
import messages from "@messages/en.json";
import { getTranslations } from "next-intl/server";

type Messages = typeof messages;

export type MessagesOf<Namespace extends keyof Messages> = Record<keyof Messages[Namespace], string>;

/**
 * All texts of a namespace as plain strings, for a page that translates nothing in the browser.
 *
 * @param placeholders the names that the browser fills in, such as `{email}`
 */
export async function messagesOf<Namespace extends keyof Messages>(
  namespace: Namespace,
  placeholders: readonly string[] = [],
): Promise<MessagesOf<Namespace>> {
  const t = (await getTranslations(namespace)) as unknown as (
    key: string,
    values: Record<string, string>,
  ) => string;
  const leftOpen = Object.fromEntries(placeholders.map((name) => [name, `{${name}}`]));
  const keys = Object.keys(messages[namespace]);
  return Object.fromEntries(keys.map((key) => [key, t(key, leftOpen)])) as MessagesOf<Namespace>;
}
