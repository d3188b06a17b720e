// In the place of the router's own link, which its routes mention and no screen uses: ours is AddressLink (ui/route.tsx). It would be a
// fiftieth of what a browser reads before the first rows.
const nothing = () => null
export const [Link, createLink, linkOptions, useLinkProps] = [nothing, nothing, nothing, nothing]
