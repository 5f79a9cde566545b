"use client";
import { Button, Stack, Text, Textarea } from "@mantine/core";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { orderLineLimit } from "@zonepost/schema";
import type { TransferCheck } from "@zonepost/schema/panel";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useMemo, useRef, useState } from "react";
import { basketLineLimit, itemFor, withItems } from "@/features/basket/basket.ts";
import { useBasket } from "@/features/basket/use-basket.ts";
import { DomainName } from "@/features/domains/domain-name.tsx";
import { basketPath } from "@/lib/paths.ts";
import { toUnicodeName } from "@/lib/to-unicode-name.ts";
import { useSubmit } from "@/lib/use-submit.ts";
import { useTRPCClient } from "@/trpc/client.tsx";
import { Unsaved } from "@/ui/form/unsaved.tsx";
import { Section, Surface } from "@/ui/frame/surface.tsx";
import { FailureAlert } from "@/ui/notices/failure-alert.tsx";
import { useMoney } from "@/ui/values/use-money.ts";
import { readTransferLines, type TransferLine } from "./transfer-lines.ts";
import classes from "./transfer-lines-form.module.css";

type Checked = TransferCheck[number];

/**
 * A pasted list of names and auth codes: checked first, then put into the basket. The codes are only in this page's
 * memory, and at the server once they have been checked.
 */
export function TransferLinesForm({ initialName = "" }: { initialName?: string }) {
  const t = useTranslations("transferIn");
  const client = useTRPCClient();
  const router = useRouter();
  const { change } = useBasket();
  const [text, setText] = useState(initialName === "" ? "" : `${initialName} `);
  const [isTried, setIsTried] = useState(false);
  const [isAdded, setIsAdded] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const { lines, errors } = useMemo(
    () =>
      readTransferLines(text, {
        noCode: t("lineWithoutCode"),
        repeated: (line) => t("lineRepeated", { line }),
      }),
    [text, t],
  );
  const check = useSubmit({
    isRepeatable: true,
    mutationFn: async (wanted: TransferLine[]) => {
      const checked: Checked[] = [];
      for (let from = 0; from < wanted.length; from += orderLineLimit) {
        const part = wanted.slice(from, from + orderLineLimit);
        const asked = part.map(({ name, authCode }) => ({ name, authCode }));
        checked.push(...(await client.orders.checkTransfers.mutate({ lines: asked })));
      }
      return checked;
    },
  });
  const checked = check.data;
  const ready = checked?.filter(({ wouldSucceed }) => wouldSucceed) ?? [];
  const isTooLong = lines.length > basketLineLimit;
  const error = isTooLong
    ? t("listTooLong", { limit: basketLineLimit })
    : isTried && lines.length + errors.length === 0
      ? t("listEmpty")
      : undefined;
  return (
    <Stack gap="lg">
      <Unsaved isDirty={text.trim() !== initialName && !isAdded} />
      <form
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setIsTried(true);
          if (lines.length === 0 || errors.length > 0 || isTooLong) {
            area.current?.focus();
          } else {
            check.mutate(lines);
          }
        }}
      >
        <Surface>
          <Stack gap="md" align="stretch">
            <Textarea
              ref={area}
              label={t("list")}
              description={t("listHint")}
              placeholder={"example.com Xk4-9fQp\nexample.net,7Tq_zz81"}
              autosize
              minRows={6}
              maxRows={20}
              autoFocus
              autoCapitalize="off"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
              value={text}
              disabled={check.isPending}
              error={error}
              onChange={(event) => {
                setText(event.currentTarget.value);
                check.reset();
              }}
            />
            {isTried && errors.length > 0 ? (
              <ul className={classes.errors} role="alert">
                {errors.map(({ lineNumber, message }) => (
                  <li key={lineNumber}>{t("lineError", { line: lineNumber, message })}</li>
                ))}
              </ul>
            ) : null}
            <Text size="sm" c="dimmed">
              {t("before")} {t("codesKept")}
            </Text>
            <Button
              type="submit"
              style={{ alignSelf: "flex-start" }}
              variant={ready.length > 0 ? "default" : "filled"}
              loading={check.isPending}
            >
              {t("checkList", { count: lines.length })}
            </Button>
          </Stack>
        </Surface>
      </form>
      {check.failure ? <FailureAlert failure={check.failure} title={t("notChecked")} /> : null}
      {checked === undefined ? null : (
        <Section
          title={t("checked", { ready: ready.length, count: checked.length })}
          action={
            ready.length === 0 ? null : (
              <Button
                onClick={() => {
                  setIsAdded(true);
                  change((before) => withItems(before, ready.map(itemOf)));
                  router.push(basketPath);
                }}
              >
                {t("toBasket", { count: ready.length })}
              </Button>
            )
          }
        >
          <ul className={classes.results} role="status">
            {checked.map((one, index) => (
              <Result key={`${one.domainName} ${lines[index]?.lineNumber}`} checked={one} />
            ))}
          </ul>
        </Section>
      )}
    </Stack>
  );
}

const itemOf = ({ domainName, years, priceCents }: Checked) => ({
  ...itemFor("transfer_in", { name: domainName, unicodeName: toUnicodeName(domainName) }),
  seen: priceCents === null ? null : { years: years ?? 1, priceCents },
});

function Result({ checked }: { checked: Checked }) {
  const t = useTranslations("transferIn");
  const money = useMoney();
  const { domainName, wouldSucceed, problems, warnings, priceCents, currency } = checked;
  const Icon = wouldSucceed ? IconCheck : IconAlertTriangle;
  return (
    <li data-tone={wouldSucceed ? "good" : "bad"}>
      <Icon size={16} aria-hidden />
      <div className={classes.result}>
        <Text component="div" fw={600}>
          <DomainName name={domainName} unicodeName={toUnicodeName(domainName)} />
        </Text>
        <Text size="sm" className={classes.reason}>
          {wouldSucceed ? t("transferable") : problems.map(({ message }) => message).join(" ")}
        </Text>
        {warnings.map(({ code, message }) => (
          <Text key={code} size="sm" c="dimmed">
            {message}
          </Text>
        ))}
      </div>
      {priceCents !== null && currency !== null ? <Text fw={600}>{money(priceCents, currency)}</Text> : null}
    </li>
  );
}
