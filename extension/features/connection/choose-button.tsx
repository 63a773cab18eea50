import { openCertificatePage } from '../../browser/open-pages.ts'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'

/** Opens the page in which the browser asks for the certificate. */
export function ChooseButton({ look = 'primary' }: { look?: 'primary' | 'plain' | 'link' }) {
  return (
    <Button look={look} onClick={() => void openCertificatePage()}>
      {t('certificate-choose')}
    </Button>
  )
}
