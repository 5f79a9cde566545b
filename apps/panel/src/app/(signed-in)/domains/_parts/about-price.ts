/** Premium names want the price that was seen, which a preview is there to show: that is no problem of the person's. */
export const isAboutPrice = ({ pointer }: { pointer: string | null }) => pointer === "/expectedPriceCents";
