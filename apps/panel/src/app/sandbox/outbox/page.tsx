import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Outbox } from "@/features/sandbox/outbox.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("outbox"))("title") };
}

/** The sandbox's emails. Needs no session, because the sign-in link is delivered here. */
export default function OutboxPage() {
  return <Outbox />;
}
