import "server-only";
import messages from "@messages/en.json";
import { getTranslations } from "next-intl/server";

type Messages = typeof messages;

export type MessagesOf<Namespace extends keyof Messages> = Record<keyof Messages[Namespace], string>;

/** Leaves placeholders such as `{email}` for the browser to fill in. */
const leftOpen = new Proxy<Record<string, string>>(
  {},
  { get: (_, name) => `{${String(name)}}`, has: () => true },
);

/** All texts of a namespace as plain strings, for a page that translates nothing in the browser. */
export async function messagesOf<Namespace extends keyof Messages>(
  namespace: Namespace,
): Promise<MessagesOf<Namespace>> {
  const t = (await getTranslations(namespace)) as unknown as (
    key: string,
    values: Record<string, string>,
  ) => string;
  const keys = Object.keys(messages[namespace]);
  return Object.fromEntries(keys.map((key) => [key, t(key, leftOpen)])) as MessagesOf<Namespace>;
}
