import styles from './Shell.module.css'

/** Leads the focus on to what a selector names. The address stays: behind its # stands what a list is narrowed by. */
export function SkipLink({ to, label }: { to: string; label: string }) {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it leads to a place of the page
    <a
      className={styles.skip}
      data-paperless
      href="#content"
      onClick={(event) => {
        event.preventDefault()
        document.querySelector<HTMLElement>(to)?.focus()
      }}
    >
      {label}
    </a>
  )
}
