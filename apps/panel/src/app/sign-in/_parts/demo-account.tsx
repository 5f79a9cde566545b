import { IconFlask } from "@tabler/icons-react";
import { PlainButton } from "@/ui/plain/button.tsx";
import { PlainText } from "@/ui/plain/layout.tsx";
import classes from "./demo-account.module.css";
import type { SignInMessages } from "./sign-in-messages.ts";

const demo = { email: "owner@demo.test", password: "zonepost-demo-password" };

/** The sandbox's account, with a button that fills it in. */
export function DemoAccount({
  words,
  onFill,
}: {
  words: SignInMessages;
  onFill: (account: typeof demo) => void;
}) {
  return (
    <div className={classes.demo}>
      <p className={classes.demoTitle}>{words.demoTitle}</p>
      <PlainText size="sm" tone="dimmed">
        {words.demo} <code>{demo.email}</code>
      </PlainText>
      <div className={classes.demoFill}>
        <PlainButton
          look="default"
          size="xs"
          icon={<IconFlask size={16} aria-hidden />}
          onClick={() => onFill(demo)}
        >
          {words.demoFill}
        </PlainButton>
      </div>
    </div>
  );
}
