import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Outbox } from "@/features/sandbox/outbox.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("outbox"))("title") };
}

/** What the sandbox would have mailed. Needs no session: the link to sign in with is in here. */
export default function OutboxPage() {
  return <Outbox />;
}
