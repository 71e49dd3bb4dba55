import {
  createRootRoute,
  createRoute,
  createRouter,
  Navigate,
  type RouterHistory,
} from '@tanstack/react-router';
import { ActivityScreen } from '../activity/activity-screen.js';
import { CapabilitiesScreen } from '../capabilities/capabilities-screen.js';
import { readViewSearch } from '../navigation/view-search.js';
import { OverviewScreen } from '../overview/overview-screen.js';
import { PackagesScreen } from '../packages/packages-screen.js';
import { RunsScreen } from '../runs/runs-screen.js';
import { TranscriptScreen } from '../runs/transcript/transcript-screen.js';
import { FirstSession } from './first-session.js';
import { Shell } from './shell.js';

const root = createRootRoute({
  validateSearch: readViewSearch,
  component: Shell,
  notFoundComponent: () => <Navigate to="/overview" replace />,
});

const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: () => <Navigate to="/overview" replace />,
});

const overview = createRoute({ getParentRoute: () => root, path: '/overview', component: OverviewScreen });

const packages = createRoute({ getParentRoute: () => root, path: '/packages', component: PackagesScreen });

const capabilities = createRoute({
  getParentRoute: () => root,
  path: '/capabilities',
  component: FirstSession,
});

const session = createRoute({
  getParentRoute: () => root,
  path: '/capabilities/$session',
  component: SessionScreen,
});

const runs = createRoute({ getParentRoute: () => root, path: '/runs', component: RunsScreen });

const transcript = createRoute({
  getParentRoute: () => root,
  path: '/runs/$session/$run',
  component: RunScreen,
});

const activity = createRoute({ getParentRoute: () => root, path: '/activity', component: ActivityScreen });

function SessionScreen() {
  const { session: id } = session.useParams();
  return <CapabilitiesScreen key={id} session={id} />;
}

function RunScreen() {
  const { session: of, run } = transcript.useParams();
  return <TranscriptScreen key={`${of} ${run}`} session={of} id={run} />;
}

export function createConsoleRouter(history: RouterHistory) {
  return createRouter({
    routeTree: root.addChildren([
      index,
      overview,
      packages,
      capabilities,
      session,
      runs,
      transcript,
      activity,
    ]),
    history,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
