declare module '@tabler/icons-react/dist/esm/defaultAttributes.mjs' {
  /** What each icon of a kind has unless it is given otherwise. */
  const attributes: Record<'outline' | 'filled', Record<string, string | number | boolean>>
  export default attributes
}
