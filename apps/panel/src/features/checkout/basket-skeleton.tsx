import { Skeleton } from "@mantine/core";
import classes from "./checkout.module.css";

export function BasketSkeleton() {
  return (
    <div className={classes.columns} aria-busy="true">
      <Skeleton height={420} radius="lg" />
      <Skeleton height={300} radius="lg" />
    </div>
  );
}
