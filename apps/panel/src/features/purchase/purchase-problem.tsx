"use client";
import { Anchor, Text } from "@mantine/core";
import type { DomainOperationPreview } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { domainPath, operationsPath, searchPath, transferPath } from "@/lib/paths.ts";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { Link } from "@/ui/link.tsx";
import { ProblemAlert } from "@/ui/notices/problem-alert.tsx";

type Problem = Pick<DomainOperationPreview["problems"][number], "code" | "message">;
type Way = { href: string; label: "transferInstead" | "otherEndings" | "openIt" | "seeOperations" };

const otherEndings = (name: string): Way => ({
  href: searchPath(toUnicodeName(name.split(".")[0] ?? name)),
  label: "otherEndings",
});
const seeOperations: Way = { href: operationsPath, label: "seeOperations" };

/** For each problem of a name, the pages that help with it. */
const waysOut: Record<string, (name: string) => Way[]> = {
  domain_unavailable: (name) => [{ href: transferPath(name), label: "transferInstead" }, otherEndings(name)],
  no_price: (name) => [otherEndings(name)],
  already_yours: (name) => [{ href: domainPath(name), label: "openIt" }],
  operation_in_progress: () => [seeOperations],
  transfer_under_way: () => [seeOperations],
};

/** Whether another name is the only remedy, not a change of the form. */
export const isAboutName = ({ code, pointer }: DomainOperationPreview["problems"][number]): boolean =>
  code in waysOut || pointer === "/name";

/** Why a name can't be bought, and links to pages that help. */
export function PurchaseProblem(props: { title: string; problem: Problem; name: string }) {
  const { title, problem, name } = props;
  const t = useTranslations("register");
  const ways = waysOut[problem.code]?.(name) ?? [];
  return (
    <div>
      <ProblemAlert title={title} detail={problem.message} />
      {ways.length > 0 ? (
        <Text size="sm" mt={8}>
          {ways.map(({ href, label }, index) => (
            <span key={href}>
              {index > 0 ? " · " : ""}
              <Anchor component={Link} href={href} inherit underline="always">
                {t(label)}
              </Anchor>
            </span>
          ))}
        </Text>
      ) : null}
    </div>
  );
}
