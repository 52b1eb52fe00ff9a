// The actions of Tabwright: what a grammar may give as its value.

// browser
/** Open a site by its address or name */
export interface OpenWebPage {
  actionName: 'openWebPage';
  parameters: { 
/**
 * An address, or the name of a site: `nytimes.com`, `new york times`.
 */
site: string, tab?: InTab, };
}
/** Close the page */
export interface CloseWebPage {
  actionName: 'closeWebPage';
  parameters: Record<symbol, never>;
}
/** Close all pages */
export interface CloseAllWebPages {
  actionName: 'closeAllWebPages';
  parameters: Record<symbol, never>;
}
/** Go to another tab */
export interface ChangeTabs {
  actionName: 'changeTabs';
  parameters: { 
/**
 * Words of the title or address, or `next`, `previous`, `last`.
 */
tabDescription?: string, 
/**
 * From 1, in the order in which the tabs stand.
 */
tabIndex?: Count, };
}
/** Go back */
export interface GoBack {
  actionName: 'goBack';
  parameters: { 
/**
 * So many times.
 */
times?: Count, };
}
/** Go forward */
export interface GoForward {
  actionName: 'goForward';
  parameters: { 
/**
 * So many times.
 */
times?: Count, };
}
/** Scroll down */
export interface ScrollDown {
  actionName: 'scrollDown';
  parameters: { times?: Count, by?: ScrollBy, };
}
/** Scroll up */
export interface ScrollUp {
  actionName: 'scrollUp';
  parameters: { times?: Count, by?: ScrollBy, };
}
/** Follow a link by its text */
export interface FollowLinkByText {
  actionName: 'followLinkByText';
  parameters: { keywords: string, openInNewTab?: boolean, };
}
/** Follow a link by its position */
export interface FollowLinkByPosition {
  actionName: 'followLinkByPosition';
  parameters: { 
/**
 * From 1; the last link is -1.
 */
position: number, openInNewTab?: boolean, };
}
/** Zoom in */
export interface ZoomIn {
  actionName: 'zoomIn';
  parameters: { 
/**
 * So many times.
 */
times?: Count, };
}
/** Zoom out */
export interface ZoomOut {
  actionName: 'zoomOut';
  parameters: { 
/**
 * So many times.
 */
times?: Count, };
}
/** Zoom back to normal */
export interface ZoomReset {
  actionName: 'zoomReset';
  parameters: Record<symbol, never>;
}
/** Read the page aloud */
export interface ReadPageContent {
  actionName: 'readPageContent';
  parameters: Record<symbol, never>;
}
/** Stop reading aloud */
export interface StopReadPageContent {
  actionName: 'stopReadPageContent';
  parameters: Record<symbol, never>;
}
/** Take a picture of the page */
export interface CaptureScreenshot {
  actionName: 'captureScreenshot';
  parameters: { 
/**
 * All of it, not only what fits the window.
 */
fullPage?: boolean, };
}
/** Load the page anew */
export interface ReloadPage {
  actionName: 'reloadPage';
  parameters: Record<symbol, never>;
}
/** Search the web */
export interface SearchWeb {
  actionName: 'searchWeb';
  parameters: { query: string, 
/**
 * With this provider, this time.
 */
provider?: string, tab?: InTab, };
}
/** Search with another provider from now on */
export interface ChangeSearchProvider {
  actionName: 'changeSearchProvider';
  parameters: { name: string, };
}
/** Open a result of the last search */
export interface OpenSearchResult {
  actionName: 'openSearchResult';
  parameters: { 
/**
 * From 1.
 */
position?: Count, title?: string, url?: string, openInNewTab?: boolean, };
}
/** Search for pictures */
export interface SearchImageAction {
  actionName: 'searchImageAction';
  parameters: { searchTerm: string, 
/**
 * Tell the addresses of so many.
 */
numImages?: Count, };
}
/** Run a script in the sandbox */
export interface ExecuteAdHocScript {
  actionName: 'executeAdHocScript';
  parameters: { 
/**
 * JavaScript with Playwright's `page`; see docs/execute.md.
 */
script: string, 
/**
 * What the script finds as `params`.
 */
params: Record<string, unknown>, 
/**
 * In milliseconds.
 */
timeout?: number, };
}
/** Tell which sites, pages or topics were visited or read most */
export interface GetWebsiteStats {
  actionName: 'getWebsiteStats';
  parameters: { groupBy?: GroupBy, limit?: Count, 
/**
 * Only this site.
 */
site?: string, of?: StatsOf, };
}

// browser.external
/** Open a tab */
export interface OpenTab {
  actionName: 'openTab';
  parameters: { 
/**
 * An address or the name of a site; without it the tab is empty.
 */
site?: string, };
}
/** Close a tab */
export interface CloseTab {
  actionName: 'closeTab';
  parameters: { 
/**
 * Words of the title or address.
 */
tabDescription?: string, 
/**
 * From 1, in the order in which the tabs stand.
 */
tabIndex?: Count, };
}
/** Go to a tab by its place */
export interface SwitchToTab {
  actionName: 'switchToTab';
  parameters: { 
/**
 * From 1, in the order in which the tabs stand.
 */
tabIndex: Count, };
}
/** Bookmark the page */
export interface AddToBookmarks {
  actionName: 'addToBookmarks';
  parameters: { title?: string, folder?: string, };
}

// browser.lookupAndAnswer
/** Look something up on the internet */
export interface LookupAndAnswerInternet {
  actionName: 'lookupAndAnswerInternet';
  parameters: { 
/**
 * The question as it was asked.
 */
question: string, };
}

// browser.memory
/** Keep the page, to find it again */
export interface RememberPage {
  actionName: 'rememberPage';
  parameters: { tag?: string, 
/**
 * Words of the person's own about it.
 */
note?: string, };
}
/** Answer a question from the pages you kept */
export interface AskMemory {
  actionName: 'askMemory';
  parameters: { 
/**
 * With its dates: `what did I read about tea last month`.
 */
question: string, };
}
/** Search the pages you kept */
export interface SearchMemory {
  actionName: 'searchMemory';
  parameters: { 
/**
 * Words; `"a phrase"`, `-word`, `site:` and `after:` narrow it.
 */
query: string, };
}
/** Forget pages you kept, for good */
export interface ForgetPages {
  actionName: 'forgetPages';
  parameters: { what: ForgetWhat, site?: string, minutes?: Count, hours?: Count, days?: Count, };
}

// browser.actionDiscovery
/** Find what can be done on the page */
export interface DetectPageActions {
  actionName: 'detectPageActions';
  parameters: { 
/**
 * Register them too.
 */
registerAgent?: boolean, };
}
/** Summarise the page */
export interface SummarizePage {
  actionName: 'summarizePage';
  parameters: Record<symbol, never>;
}
/** Make what was found sayable on this site */
export interface RegisterPageDynamicAgent {
  actionName: 'registerPageDynamicAgent';
  parameters: { agentName?: string, };
}
/** Make a flow of what was recorded */
export interface CreateWebFlowFromRecording {
  actionName: 'createWebFlowFromRecording';
  parameters: { name: string, description?: string, };
}
/** List the flows of a site */
export interface GetWebFlowsForDomain {
  actionName: 'getWebFlowsForDomain';
  parameters: { domain: string, };
}
/** List all flows */
export interface GetAllWebFlows {
  actionName: 'getAllWebFlows';
  parameters: Record<symbol, never>;
}

// browser.webFlows
/** List the flows */
export interface ListWebFlows {
  actionName: 'listWebFlows';
  parameters: { scope?: FlowScope, };
}
/** Delete a flow */
export interface DeleteWebFlow {
  actionName: 'deleteWebFlow';
  parameters: { name: string, };
}
/** Say where a flow counts */
export interface EditWebFlowScope {
  actionName: 'editWebFlowScope';
  parameters: { name: string, scope: FlowScope, domains?: Array<string>, };
}
/** Make a flow of what was just done */
export interface GenerateWebFlow {
  actionName: 'generateWebFlow';
  parameters: { name?: string, description?: string, };
}
/** Make a flow of what was recorded */
export interface GenerateWebFlowFromRecording {
  actionName: 'generateWebFlowFromRecording';
  parameters: { name?: string, description?: string, };
}
/** Work towards a goal */
export interface StartGoalDrivenTask {
  actionName: 'startGoalDrivenTask';
  parameters: { goal: string, startUrl?: string, maxSteps?: Count, };
}

// crossword
/** Fill in an answer */
export interface EnterText {
  actionName: 'enterText';
  parameters: { value: string, clueNumber: Count, clueDirection: ClueDirection, };
}
/** Tell a clue */
export interface GetClueValue {
  actionName: 'getClueValue';
  parameters: { clueNumber: Count, clueDirection: ClueDirection, };
}

// commerce
/** Search for a product */
export interface SearchForProduct {
  actionName: 'searchForProduct';
  parameters: { productName: string, };
}
/** Put a product into the cart */
export interface AddToCart {
  actionName: 'addToCart';
  parameters: { productName: string, quantity?: Count, };
}
/** Find a store nearby */
export interface FindNearbyStore {
  actionName: 'findNearbyStore';
  parameters: { storeName?: string, };
}

export type Action =
  | OpenWebPage
  | CloseWebPage
  | CloseAllWebPages
  | ChangeTabs
  | GoBack
  | GoForward
  | ScrollDown
  | ScrollUp
  | FollowLinkByText
  | FollowLinkByPosition
  | ZoomIn
  | ZoomOut
  | ZoomReset
  | ReadPageContent
  | StopReadPageContent
  | CaptureScreenshot
  | ReloadPage
  | SearchWeb
  | ChangeSearchProvider
  | OpenSearchResult
  | SearchImageAction
  | ExecuteAdHocScript
  | GetWebsiteStats
  | OpenTab
  | CloseTab
  | SwitchToTab
  | AddToBookmarks
  | LookupAndAnswerInternet
  | RememberPage
  | AskMemory
  | SearchMemory
  | ForgetPages
  | DetectPageActions
  | SummarizePage
  | RegisterPageDynamicAgent
  | CreateWebFlowFromRecording
  | GetWebFlowsForDomain
  | GetAllWebFlows
  | ListWebFlows
  | DeleteWebFlow
  | EditWebFlowScope
  | GenerateWebFlow
  | GenerateWebFlowFromRecording
  | StartGoalDrivenTask
  | EnterText
  | GetClueValue
  | SearchForProduct
  | AddToCart
  | FindNearbyStore;
