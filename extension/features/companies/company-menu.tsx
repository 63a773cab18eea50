import { useSignal } from '@preact/signals'
import type { Company } from '../../../shared/protocol/companies.ts'
import { t } from '../../locales/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Menu } from '../../ui/menu.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import type { Page } from '../page/page.ts'
import { useCall } from '../page/use-call.ts'
import { nameOf } from './company-order.ts'
import { RenameCompany } from './rename-company.tsx'

/** The rare actions on a company: syncing it alone, its name, removing it from the list. */
export function CompanyMenu({ company, page }: { company: Company; page: Page }) {
  const { cui } = company
  const name = nameOf(company)
  const asking = useSignal(false)
  const renaming = useSignal(false)
  const { error, run } = useCall()
  const remove = () => {
    asking.value = false
    return run(async () => {
      await page.host.request('companies.remove', { cui })
      await page.changed()
    })
  }
  return (
    <Menu label={t('company-menu', { name })} words="…">
      {asking.value ? (
        <Confirm
          label={t('remove-company')}
          question={t('remove-confirm', { name })}
          yes={t('remove-yes')}
          onYes={() => void remove()}
          onNo={() => {
            asking.value = false
          }}
        />
      ) : renaming.value ? (
        <RenameCompany
          company={company}
          page={page}
          onDone={() => {
            renaming.value = false
          }}
        />
      ) : (
        <>
          <Button
            look="link"
            disabled={page.sync.running.value || company.rights === 'denied'}
            onClick={() => void page.sync.start([cui])}
          >
            {t('company-sync')}
          </Button>
          <Button
            look="link"
            onClick={() => {
              renaming.value = true
            }}
          >
            {t('rename')}
          </Button>
          <Button
            look="link"
            onClick={() => {
              asking.value = true
            }}
          >
            {t('remove-company')}
          </Button>
        </>
      )}
      {error !== undefined && <ErrorNotice error={error} />}
    </Menu>
  )
}
