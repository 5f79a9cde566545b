import { MantineProvider } from "@mantine/core";
import messages from "@messages/en.json";
import { useQueryClient } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { type ReactNode, useState } from "react";
import { StepUpProvider } from "@/features/step-up/step-up.tsx";
import { ApiProvider } from "@/trpc/client.tsx";
import { AddressesProvider } from "@/ui/addresses.tsx";
import { ClockProvider } from "@/ui/clock.tsx";
import { UnsavedGuard } from "@/ui/form/unsaved-guard.tsx";
import { BasicMessagesProvider } from "@/ui/plain/basic-messages.tsx";
import { theme } from "@/ui/theme.ts";

const words = { unreachable: "", unknown: "", requestId: "", copyRequestId: "", requestIdCopied: "" };
const basicMessages = { ...words, retry: "", pageTitle: "", page: "" };

/** Renders a component with everything that the panel's layouts provide. */
export const renderInPanel = (children: ReactNode) => render(<InPanel>{children}</InPanel>);

export function InPanel({ children }: { children: ReactNode }) {
  return (
    <AddressesProvider value={{ apiUrl: "http://api.test", panelUrl: "http://panel.test" }}>
      <BasicMessagesProvider value={basicMessages}>
        <NextIntlClientProvider locale="en" timeZone="UTC" messages={messages}>
          <MantineProvider theme={theme}>
            <NuqsTestingAdapter>
              <ClockProvider now={new Date().toISOString()} offsetMs={0}>
                <ApiProvider>
                  <EmptyCache>
                    <UnsavedGuard>
                      <StepUpProvider>{children}</StepUpProvider>
                    </UnsavedGuard>
                  </EmptyCache>
                </ApiProvider>
              </ClockProvider>
            </NuqsTestingAdapter>
          </MantineProvider>
        </NextIntlClientProvider>
      </BasicMessagesProvider>
    </AddressesProvider>
  );
}

/** The panel's query client lives as long as its page, which all tests of a run share. */
function EmptyCache({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  useState(() => queryClient.clear());
  return children;
}

/** Opens a dialog that closes as it does in its page. */
export function Opened({
  children,
}: {
  children: (props: { opened: boolean; onClose: () => void }) => ReactNode;
}) {
  const [opened, setOpened] = useState(true);
  return children({ opened, onClose: () => setOpened(false) });
}
