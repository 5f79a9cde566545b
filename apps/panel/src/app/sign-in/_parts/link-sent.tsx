import { IconFlask } from "@tabler/icons-react";
import { PlainButton, PlainLinkButton } from "@/ui/plain/button.tsx";
import { PlainStack, PlainSurface, PlainText, PlainTitle } from "@/ui/plain/layout.tsx";
import { LinkCode } from "./link-code.tsx";
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
      <PlainStack gap="sm">
        <PlainTitle>{words.linkSentTitle}</PlainTitle>
        <PlainText role="status">{words.linkSent.replace("{email}", () => email)}</PlainText>
        <PlainText size="sm" tone="dimmed">
          {words.linkSentHint}
        </PlainText>
        <LinkCode words={words} email={email} />
        {sandbox ? (
          <PlainLinkButton href="/sandbox/outbox" look="default" icon={<IconFlask size={18} aria-hidden />}>
            {words.openOutbox}
          </PlainLinkButton>
        ) : null}
        <PlainButton look="default" onClick={onBack}>
          {words.requestAnother}
        </PlainButton>
      </PlainStack>
    </PlainSurface>
  );
}
