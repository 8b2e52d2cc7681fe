import { Outlet } from 'react-router'
import { NavTabs } from '#web/ui/nav-tabs.tsx'
import { useSettingsPages } from './settings-pages.ts'

/** The tabs above every page of the settings. */
export default function SettingsTabs() {
  return (
    <>
      <div className="px-4 sm:px-5">
        <NavTabs label="Settings" tabs={useSettingsPages()} />
      </div>
      <Outlet />
    </>
  )
}
