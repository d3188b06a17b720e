import { CloseButton, Modal, type ModalProps } from '@mantine/core'
import styles from './overlays.module.css'
import { useWords } from './text.ts'
import { common } from './words.ts'

interface DialogProps extends Omit<ModalProps, 'title'> {
  title: string
}

/** A modal dialog with its title. Mantine's own place for it is a page header to people who hear the page. */
export function Dialog({ title, children, withCloseButton = true, ...rest }: DialogProps) {
  const t = useWords(common)
  return (
    <Modal {...rest} withCloseButton={false}>
      <div className={styles.dialogHead}>
        <Modal.Title className={styles.dialogTitle}>{title}</Modal.Title>
        {withCloseButton && <CloseButton aria-label={t.close} onClick={rest.onClose} />}
      </div>
      {children}
    </Modal>
  )
}
