import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { pageFor } from "@/app/_parts/page-for.tsx";
import { TransferList } from "@/features/transfers/transfer-list.tsx";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("transferIn"))("listTitle") };
}

export default pageFor({ right: "domains:buy", what: "buy", order: 1 }, async () => <TransferList />);
