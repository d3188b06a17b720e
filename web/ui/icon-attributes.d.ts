declare module '@tabler/icons-react/dist/esm/defaultAttributes.mjs' {
  /** Default attributes of icons by kind. */
  const attributes: Record<'outline' | 'filled', Record<string, string | number | boolean>>
  export default attributes
}
