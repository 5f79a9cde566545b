"use client";
import { type Locale, type Messages, NextIntlClientProvider } from "next-intl";
import { createContext, type ReactNode, useContext, useMemo } from "react";

const WordsAbove = createContext<Partial<Messages>>({});

/** Adds texts to those of the parent layouts. */
export function MoreWords(props: {
  locale: Locale;
  timeZone: string;
  messages: Partial<Messages>;
  children: ReactNode;
}) {
  const { locale, timeZone, messages, children } = props;
  const above = useContext(WordsAbove);
  const all = useMemo(() => ({ ...above, ...messages }), [above, messages]);
  return (
    <WordsAbove value={all}>
      <NextIntlClientProvider locale={locale} timeZone={timeZone} messages={all}>
        {children}
      </NextIntlClientProvider>
    </WordsAbove>
  );
}
