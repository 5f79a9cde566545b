import "server-only";
import { getLocale, getMessages, getTimeZone } from "next-intl/server";
import type { ReactNode } from "react";
import { ExtraMessages } from "./extra-messages.tsx";
import { type MessagesPart, messagesByPart, type Namespace } from "./messages-by-part.ts";

async function pickMessages(namespaces: readonly Namespace[]) {
  const messages = await getMessages();
  return Object.fromEntries(namespaces.map((namespace) => [namespace, messages[namespace]]));
}

/** Sends the texts of one part of the panel to the browser, in addition to those of its parent layouts. */
export async function PageMessages({ of, children }: { of: MessagesPart; children: ReactNode }) {
  return (
    <ExtraMessages
      locale={await getLocale()}
      timeZone={await getTimeZone()}
      messages={await pickMessages(messagesByPart[of])}
    >
      {children}
    </ExtraMessages>
  );
}

/** The layout of a route that only adds texts. */
export const messagesLayout = (place: MessagesPart) =>
  function MessagesLayout({ children }: { children: ReactNode }) {
    return <PageMessages of={place}>{children}</PageMessages>;
  };
