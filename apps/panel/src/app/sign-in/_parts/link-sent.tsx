import { IconFlask } from "@tabler/icons-react";
import { PlainButton, PlainLinkButton } from "@/ui/plain/button.tsx";
import { PlainStack, PlainSurface, PlainText, PlainTitle } from "@/ui/plain/layout.tsx";
import type { SignInMessages } from "./sign-in-messages.ts";

export function LinkSent(props: {
  words: SignInMessages;
  email: string;
  sandbox: boolean;
  onBack: () => void;
}) {
  const { words, email, sandbox, onBack } = props;
  return (
    <PlainSurface>
      <PlainStack gap="sm" role="status">
        <PlainTitle>{words.linkSentTitle}</PlainTitle>
        <PlainText>{words.linkSent.replace("{email}", () => email)}</PlainText>
        <PlainText size="sm" tone="dimmed">
          {words.linkSentHint}
        </PlainText>
        {sandbox ? (
          <PlainLinkButton href="/sandbox/outbox" icon={<IconFlask size={18} aria-hidden />}>
            {words.openOutbox}
          </PlainLinkButton>
        ) : null}
        <PlainButton look="default" onClick={onBack}>
          {words.back}
        </PlainButton>
      </PlainStack>
    </PlainSurface>
  );
}
