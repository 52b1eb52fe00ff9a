use std::process::ExitCode;

use tabwright_client::{Client, Home, ensure_running};
use tabwright_wire::knowledge::{
    GraphNode, GraphNodeKind, GraphNodeParams, GraphNodeView, GraphOf, GraphParams, GraphView,
    MergeNamesParams, MergeParams, MergedName, MergedNameList,
};
use tabwright_wire::{
    COMMAND_LINE, GetGraph, GetGraphNode, ListMerges, MergeNames, NoParams, UndoMerge,
};

use crate::args::graph::GraphOptions;
use crate::format::{self, one_line};

/// Of a larger graph, so many nodes hold the names that are worth a line.
const NODES_MIN: u32 = 500;

pub(crate) async fn graph(home: &Home, options: GraphOptions) -> anyhow::Result<ExitCode> {
    let client = ensure_running(home).await?.0.named(COMMAND_LINE);
    let is_json = options.output.json;
    if options.merges || options.undo.is_some() {
        let list = match options.undo {
            Some(merge) => client.call::<UndoMerge>(&MergeParams { merge }).await?,
            None => client.call::<ListMerges>(&NoParams {}).await?,
        };
        return shown(is_json, &list, print_merges);
    }
    let name = options.name.join(" ");
    if let Some(into) = options.same_as {
        let merged = client.call::<MergeNames>(&MergeNamesParams { from: name, into }).await?;
        return shown(is_json, &merged, print_merged);
    }
    let of = if options.topics { GraphOf::Topics } else { GraphOf::Entities };
    if !name.is_empty() {
        let view = client.call::<GetGraphNode>(&GraphNodeParams { of, node: name }).await?;
        return shown(is_json, &view, |view| print_node(view, options.limit));
    }
    let view = most_important(&client, of, options.limit).await?;
    shown(is_json, &view, |view| print_graph(view, options.limit))
}

async fn most_important(client: &Client, of: GraphOf, limit: usize) -> anyhow::Result<GraphView> {
    let wanted = u32::try_from(limit.saturating_mul(2)).unwrap_or(u32::MAX);
    let nodes_max = Some(wanted.max(NODES_MIN));
    let params = GraphParams { of, nodes_max, ..GraphParams::default() };
    Ok(client.call::<GetGraph>(&params).await?)
}

fn shown<T: serde::Serialize>(
    is_json: bool,
    value: &T,
    print: impl FnOnce(&T),
) -> anyhow::Result<ExitCode> {
    if is_json {
        format::json(value)?;
    } else {
        print(value);
    }
    Ok(ExitCode::SUCCESS)
}

fn print_graph(view: &GraphView, limit: usize) {
    let mut names: Vec<&GraphNode> =
        view.nodes.iter().filter(|node| node.kind != GraphNodeKind::Community).collect();
    names.sort_by(|a, b| b.size.total_cmp(&a.size).then_with(|| a.label.cmp(&b.label)));
    if names.is_empty() {
        println!("Nothing is named yet. `{} remember` keeps the page you read.", format::program());
        return;
    }
    for node in names.iter().take(limit) {
        let group = view.communities.get(node.community as usize).filter(|it| **it != node.label);
        let group = group.map(|group| format!("  with {}", one_line(group))).unwrap_or_default();
        println!("{:>5}  {:<12} {}{group}", node.pages, name_of(node.kind), one_line(&node.label));
    }
    println!("{} names, {} connections", view.total_nodes, view.total_edges);
}

fn print_node(view: &GraphNodeView, limit: usize) {
    println!("{}  ({})", one_line(&view.label), name_of(view.kind));
    for merged in &view.merged {
        println!("also {} (merge {})", one_line(&merged.name), merged.merge);
    }
    for candidate in &view.candidates {
        println!("maybe {}: {}", one_line(&candidate.label), candidate.reason);
    }
    println!("\nPages: {}", view.pages_total);
    for page in view.pages.iter().take(limit) {
        println!("{:>5}  {}", page.id, one_line(&page.title));
    }
    println!("\nNamed together with");
    for near in view.neighbours.iter().take(limit) {
        let said = if near.relations.is_empty() { "" } else { "  " };
        let said = format!("{said}{}", one_line(&near.relations.join(", ")));
        println!("{:>5}  {}{said}", near.pages, one_line(&near.label));
    }
}

fn print_merged(merged: &MergedName) {
    println!("{} is {} from now on.", one_line(&merged.name), one_line(&merged.into_name));
    println!("`{} graph --undo {}` makes them two again.", format::program(), merged.merge);
}

fn print_merges(list: &MergedNameList) {
    if list.merges.is_empty() {
        println!("No two names are one by your word.");
    }
    for merged in &list.merges {
        let (name, into) = (one_line(&merged.name), one_line(&merged.into_name));
        println!("{:>5}  {name} is {into}", merged.merge);
    }
}

fn name_of(kind: GraphNodeKind) -> &'static str {
    match kind {
        GraphNodeKind::Person => "person",
        GraphNodeKind::Organization => "organization",
        GraphNodeKind::Place => "place",
        GraphNodeKind::Product => "product",
        GraphNodeKind::Event => "event",
        GraphNodeKind::Work => "work",
        GraphNodeKind::Thing => "thing",
        GraphNodeKind::Topic => "topic",
        GraphNodeKind::Community => "group",
    }
}
