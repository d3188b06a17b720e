import { CloseButton, Modal, type ModalProps } from '@mantine/core'
import { useId } from 'react'
import styles from './overlays.module.css'
import { useWords } from './text.ts'
import { common } from './words.ts'

interface DialogProps extends Omit<ModalProps, 'title'> {
  title: string
}

/** A modal dialog with its title. Mantine's own title is a page header to people who hear the page. */
export function Dialog({ title, children, withCloseButton = true, ...rest }: DialogProps) {
  const t = useWords(common)
  const id = useId()
  return (
    <Modal {...rest} withCloseButton={false} aria-labelledby={id}>
      <div className={styles.dialogHead}>
        <h2 id={id}>{title}</h2>
        {withCloseButton && <CloseButton aria-label={t.close} onClick={rest.onClose} />}
      </div>
      {children}
    </Modal>
  )
}
