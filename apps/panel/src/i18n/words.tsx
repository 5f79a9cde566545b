import "server-only";
import { getLocale, getMessages, getTimeZone } from "next-intl/server";
import type { ReactNode } from "react";
import { MoreWords } from "./more-words.tsx";
import { type Namespace, type WordsPlace, wordsByPlace } from "./words-by-place.ts";

async function pickMessages(namespaces: readonly Namespace[]) {
  const messages = await getMessages();
  return Object.fromEntries(namespaces.map((namespace) => [namespace, messages[namespace]]));
}

/** Sends the texts of one part of the panel to the browser, in addition to those of its parent layouts. */
export async function Words({ of, children }: { of: WordsPlace; children: ReactNode }) {
  return (
    <MoreWords
      locale={await getLocale()}
      timeZone={await getTimeZone()}
      messages={await pickMessages(wordsByPlace[of])}
    >
      {children}
    </MoreWords>
  );
}

/** The layout of a route that only adds texts. */
export const wordsLayout = (place: WordsPlace) =>
  function WordsLayout({ children }: { children: ReactNode }) {
    return <Words of={place}>{children}</Words>;
  };
