import { Skeleton } from "@mantine/core";
import classes from "./purchase.module.css";

export function PurchaseSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton height={14} width={180} mb={14} />
      <Skeleton height={28} width={320} maw="80%" mb={32} />
      <div className={classes.columns}>
        <Skeleton height={420} radius="lg" />
        <Skeleton height={260} radius="lg" />
      </div>
    </div>
  );
}
