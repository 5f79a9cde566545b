"use client";
import { Button, Group, Text } from "@mantine/core";
import { IconCreditCard, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { PaymentMethod } from "@zonepost/schema";
import { useTranslations } from "next-intl";
import { useCallback, useState } from "react";
import { useRight } from "@/features/access/use-right.ts";
import { savedCardsId } from "@/lib/paths.ts";
import { QueryView } from "@/lib/query-view.tsx";
import { useTRPC } from "@/trpc/client.tsx";
import { lazyDialog } from "@/ui/frame/lazy-dialog.tsx";
import { Section } from "@/ui/frame/surface.tsx";
import { DataTable } from "@/ui/list/data-table.tsx";
import { EmptyList } from "@/ui/list/empty-list.tsx";
import { FailureAlert } from "@/ui/notices/failure-alert.tsx";
import { UnpaidRenewalsNotice } from "../renewals/unpaid-renewals.tsx";
import { useUnpaidRenewals } from "../renewals/use-unpaid-renewals.ts";
import { CardPageResult, type CardPageReturn, useCardPage } from "./card-page-result.tsx";
import { CardTableSkeleton } from "./card-table-skeleton.tsx";
import { ExpiringCards } from "./expiring-cards.tsx";
import { useAddCard } from "./use-add-card.ts";
import { useCardColumns } from "./use-card-columns.tsx";
import { useMakeDefault } from "./use-make-default.ts";
import { useSavedCardName } from "./use-saved-card-name.ts";

const RetryRenewalsDialog = lazyDialog(() =>
  import("../renewals/retry-renewals-dialog.tsx").then((module) => module.RetryRenewalsDialog),
);
const RemoveCardDialog = lazyDialog(() =>
  import("./remove-card-dialog.tsx").then((module) => module.RemoveCardDialog),
);

/** The workspace's cards, and what came of the card page that a person has just returned from. */
export function SavedCards(returned: CardPageReturn) {
  const t = useTranslations("payments");
  const trpc = useTRPC();
  const query = useQuery(trpc.payments.methods.list.queryOptions());
  const page = useCardPage(returned);
  const write = useRight("payments:write");
  const add = useAddCard();
  const addButton = (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      disabled={!write.has}
      title={write.why}
      loading={add.isPending}
      onClick={() => add.mutate()}
    >
      {t("add")}
    </Button>
  );
  // The first card is about to appear.
  const isExpected =
    page.isLoading ||
    (page.data?.state === "completed" && page.dataUpdatedAt > query.dataUpdatedAt && !query.isError);
  const isEmpty = query.data?.length === 0 && !isExpected;
  return (
    <Section
      id={savedCardsId}
      title={t("savedCards")}
      description={t("savedCardsWords")}
      action={isEmpty ? null : addButton}
    >
      <CardPageResult page={page} hasLeft={returned.hasLeft} />
      {add.failure ? <FailureAlert failure={add.failure} title={t("notOpened")} /> : null}
      <QueryView query={query} skeleton={<CardTableSkeleton />}>
        {(cards) =>
          cards.length > 0 ? (
            <>
              <ExpiringCards cards={cards} />
              <Cards cards={cards} addedId={page.data?.paymentMethod?.id} mayWrite={write.has} />
            </>
          ) : isEmpty ? (
            <EmptyList
              title={undefined}
              icon={IconCreditCard}
              heading={t("emptyTitle")}
              action={addButton}
              guide={t("guide")}
            >
              {t("empty")}
            </EmptyList>
          ) : (
            <CardTableSkeleton />
          )
        }
      </QueryView>
    </Section>
  );
}

function Cards(props: {
  cards: PaymentMethod[];
  /** The card with which a person has just returned from the card page. */
  addedId: string | undefined;
  mayWrite: boolean;
}) {
  const { cards, addedId, mayWrite } = props;
  const t = useTranslations("payments");
  const name = useSavedCardName(cards);
  const readUnpaid = useUnpaidRenewals();
  const makeDefault = useMakeDefault(async () => {
    const { data } = await readUnpaid.refetch();
    setIsRetryOpen(data !== undefined && data.renewals.length > 0);
  });
  const added = cards.find(({ id }) => id === addedId);
  const present = cards.find(({ isDefault }) => isDefault);
  const unpaid = readUnpaid.data;
  const hasUnpaid = unpaid !== undefined && unpaid.renewals.length > 0;
  const [isRetryOpen, setIsRetryOpen] = useState(false);
  const [removing, setRemoving] = useState<PaymentMethod>();
  const [isRemoveOpen, setIsRemoveOpen] = useState(false);
  const { mutate } = makeDefault;
  const onMakeDefault = useCallback(({ id }: PaymentMethod) => mutate({ id, default: true }), [mutate]);
  const onRemove = useCallback((card: PaymentMethod) => {
    setRemoving(card);
    setIsRemoveOpen(true);
  }, []);
  const columns = useCardColumns(
    { onMakeDefault, onRemove },
    { mayWrite, pendingId: makeDefault.isPending ? makeDefault.variables.id : undefined, cards },
  );
  return (
    <>
      {makeDefault.failure ? (
        <FailureAlert failure={makeDefault.failure} title={t("notMadeDefault")} />
      ) : null}
      {added && present && added.id !== present.id && mayWrite ? (
        <Group gap="sm" mb="sm">
          <Text size="sm">{t("stillCharged", { card: name(present) })}</Text>
          <Button
            variant="default"
            size="xs"
            loading={makeDefault.isPending}
            onClick={() => onMakeDefault(added)}
          >
            {t("makeDefault")}
          </Button>
        </Group>
      ) : null}
      {hasUnpaid ? <UnpaidRenewalsNotice unpaid={unpaid} onRetry={() => setIsRetryOpen(true)} /> : null}
      <DataTable label={t("savedCards")} rows={cards} columns={columns} rowId={(row) => row.id} />
      {hasUnpaid ? (
        <RetryRenewalsDialog unpaid={unpaid} opened={isRetryOpen} onClose={() => setIsRetryOpen(false)} />
      ) : null}
      {removing ? (
        <RemoveCardDialog
          card={removing}
          cards={cards}
          opened={isRemoveOpen}
          onClose={() => setIsRemoveOpen(false)}
        />
      ) : null}
    </>
  );
}
