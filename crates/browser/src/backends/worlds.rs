//! The frames of a page over CDP, and the kit's world in each.

use futures_util::future::join_all;
use serde::Deserialize;
use serde_json::json;
use tabwright_wire::TabId;

use super::cdp::CdpBackend;
use super::evaluated::Evaluated;
use crate::backend::{FrameId, Result};
use crate::cdp::World;
use crate::error::ControlError;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FrameTree {
    pub(super) frame: TreeFrame,
    #[serde(default)]
    child_frames: Vec<FrameTree>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TreeFrame {
    pub(super) id: String,
    #[serde(default)]
    pub(super) parent_id: Option<String>,
    pub(super) loader_id: String,
    pub(super) url: String,
}

impl CdpBackend {
    /// The kit's world in a frame, made when it is not there.
    pub(super) async fn world(&self, tab: TabId, frame: &FrameId) -> Result<World> {
        let known = self.browser.page(tab, |page| page.worlds.get(frame).cloned());
        if let Some(world) = known.ok_or(ControlError::NoSuchTab(tab))? {
            return Ok(world);
        }
        let session = self.session_of_frame(tab, frame).await?;
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Made {
            execution_context_id: i64,
        }
        let link = self.browser.link()?;
        let wish = json!({ "frameId": frame.0, "worldName": "tabwright" });
        let made: Made = link.call(Some(&session), "Page.createIsolatedWorld", &wish).await?;
        let context = made.execution_context_id;
        let kit = self.browser.scripts.as_ref().map_or("", |scripts| scripts.kit);
        let run = json!({ "expression": kit, "contextId": context });
        let ran: Evaluated = link.call(Some(&session), "Runtime.evaluate", &run).await?;
        ran.value()?;
        let world = World { session, context };
        self.browser.remember_world(tab, frame.clone(), world.clone());
        Ok(world)
    }

    async fn session_of_frame(&self, tab: TabId, frame: &FrameId) -> Result<String> {
        let own = self.browser.page(tab, |page| {
            let of_frame = page.frame_sessions.iter().find(|(_, id)| *id == frame);
            of_frame.map(|(session, _)| session.clone())
        });
        if let Some(session) = own.flatten() {
            return Ok(session);
        }
        // In the process of the page, or of a frame above it.
        let page_session = self.session(tab).await?;
        let trees = self.frame_trees(tab, page_session.clone()).await?;
        let holds = |tree: &FrameTree| flatten(tree).any(|found| found.id == frame.0);
        let found = trees.into_iter().find(|(_, tree)| holds(tree));
        Ok(found.map_or(page_session, |(session, _)| session))
    }

    /// The frames that each session of a tab tells of.
    pub(super) async fn frame_trees(
        &self,
        tab: TabId,
        session: String,
    ) -> Result<Vec<(String, FrameTree)>> {
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Told {
            frame_tree: FrameTree,
        }
        let others = self
            .browser
            .page(tab, |page| page.frame_sessions.keys().cloned().collect::<Vec<String>>());
        let sessions: Vec<_> = [session].into_iter().chain(others.unwrap_or_default()).collect();
        let link = self.browser.link()?;
        let asked = sessions
            .iter()
            .map(|session| link.call::<Told>(Some(session), "Page.getFrameTree", &json!({})));
        let told = join_all(asked.collect::<Vec<_>>()).await;
        let mut trees = Vec::new();
        for (place, (session, told)) in sessions.into_iter().zip(told).enumerate() {
            match told {
                Ok(Told { frame_tree }) => trees.push((session, frame_tree)),
                // A frame's session may end at any moment; the page's must not.
                Err(error) if place == 0 => return Err(error.into()),
                Err(_) => {}
            }
        }
        Ok(trees)
    }
}

pub(super) fn flatten(tree: &FrameTree) -> Box<dyn Iterator<Item = &TreeFrame> + '_> {
    Box::new(std::iter::once(&tree.frame).chain(tree.child_frames.iter().flat_map(flatten)))
}
