import messages from "@messages/en.json";
import { render, screen } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { expect, it } from "vitest";
import { useMomentText } from "./moment.tsx";

function Written({ at }: { at: string }) {
  const write = useMomentText();
  return (["date", "time", "exactTime", "minute", "second", "full"] as const).map((detail) => (
    <p key={detail}>{write(at, detail)}</p>
  ));
}

it("writes each time of day with its zone", () => {
  render(
    <NextIntlClientProvider locale="en" timeZone="Europe/Berlin" messages={messages}>
      <Written at="2026-07-01T22:30:05.000Z" />
    </NextIntlClientProvider>,
  );
  expect(screen.getAllByRole("paragraph").map(({ textContent }) => textContent)).toEqual([
    "2 Jul 2026",
    "2 Jul, 00:30 CEST",
    "2 Jul, 00:30:05 CEST",
    "2 Jul 2026, 00:30 CEST",
    "00:30:05 CEST",
    "2 Jul 2026, 00:30:05 CEST",
  ]);
});
