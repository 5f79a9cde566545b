"use client";
import { type Locale, type Messages, NextIntlClientProvider } from "next-intl";
import { createContext, type ReactNode, useContext, useMemo } from "react";

const ParentMessages = createContext<Partial<Messages>>({});

/** Adds texts to those of the parent layouts. */
export function ExtraMessages(props: {
  locale: Locale;
  timeZone: string;
  messages: Partial<Messages>;
  children: ReactNode;
}) {
  const { locale, timeZone, messages, children } = props;
  const above = useContext(ParentMessages);
  const all = useMemo(() => ({ ...above, ...messages }), [above, messages]);
  return (
    <ParentMessages value={all}>
      <NextIntlClientProvider locale={locale} timeZone={timeZone} messages={all}>
        {children}
      </NextIntlClientProvider>
    </ParentMessages>
  );
}
