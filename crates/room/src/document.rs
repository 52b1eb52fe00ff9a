//! The entry of a function in the OpenAPI document, from its facts and its types.

use tabwright_wire::{ApiFunction, HttpMethod, Problem};
use utoipa::ToSchema;
use utoipa::openapi::path::{HttpMethod as Method, Operation, OperationBuilder, Parameter};
use utoipa::openapi::path::{ParameterBuilder, ParameterIn};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::{
    ComponentsBuilder, ContentBuilder, OpenApi, Ref, RefOr, Required, ResponseBuilder, Schema,
};

pub(crate) fn add<F: ApiFunction>(document: &mut OpenApi)
where
    F::Params: ToSchema,
    F::Result: ToSchema,
{
    let method = match F::FACTS.method {
        HttpMethod::Get => Method::Get,
        HttpMethod::Post => Method::Post,
        HttpMethod::Delete => Method::Delete,
    };
    document.paths.add_path_operation(F::FACTS.path, vec![method], operation::<F>());
    let components = document.components.get_or_insert_with(|| ComponentsBuilder::new().build());
    let mut schemas = Vec::new();
    for add in [
        component::<F::Params> as fn(&mut Vec<(String, RefOr<Schema>)>),
        component::<F::Result>,
        component::<Problem>,
    ] {
        add(&mut schemas);
    }
    components.schemas.extend(schemas);
}

/// A type and those that it names.
fn component<T: ToSchema>(schemas: &mut Vec<(String, RefOr<Schema>)>) {
    schemas.push((T::name().into_owned(), T::schema()));
    T::schemas(schemas);
}

fn operation<F: ApiFunction>() -> Operation
where
    F::Params: ToSchema,
    F::Result: ToSchema,
{
    let facts = F::FACTS;
    let operation = OperationBuilder::new()
        .operation_id(Some(facts.name))
        .summary(Some(facts.about))
        .tag(facts.group)
        .response("200", response::<F::Result>("It is done"))
        .response("default", response::<Problem>("Why it was not done, and what to do next"));
    let operation = match facts.method {
        HttpMethod::Post => {
            let body =
                RequestBodyBuilder::new().content("application/json", content::<F::Params>());
            let mut parameters = parameters::<F::Params>(facts.path);
            parameters.retain(|parameter| parameter.parameter_in == ParameterIn::Path);
            operation.parameters(Some(parameters)).request_body(Some(body.build()))
        }
        HttpMethod::Get | HttpMethod::Delete => {
            operation.parameters(Some(parameters::<F::Params>(facts.path)))
        }
    };
    operation.build()
}

fn content<T: ToSchema>() -> utoipa::openapi::Content {
    ContentBuilder::new().schema(Some(Ref::from_schema_name(T::name()))).build()
}

fn response<T: ToSchema>(description: &str) -> utoipa::openapi::Response {
    ResponseBuilder::new()
        .description(description)
        .content("application/json", content::<T>())
        .build()
}

/// The fields of the parameters, in the path or in the query.
fn parameters<T: ToSchema>(path: &str) -> Vec<Parameter> {
    let RefOr::T(Schema::Object(object)) = T::schema() else { return Vec::new() };
    let parameter = |(name, schema): (String, RefOr<Schema>)| {
        let in_path = path.contains(&format!("{{{name}}}"));
        let required = in_path || object.required.contains(&name);
        ParameterBuilder::new()
            .parameter_in(if in_path { ParameterIn::Path } else { ParameterIn::Query })
            .required(if required { Required::True } else { Required::False })
            .schema(Some(schema))
            .name(name)
            .build()
    };
    object.properties.clone().into_iter().map(parameter).collect()
}
